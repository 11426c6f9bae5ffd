// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IAavePool} from "./External.sol";
import {IExecutor} from "./ISettlement.sol";
import {Tokens} from "./Tokens.sol";

/// @title Supplies to and withdraws from a trusted Aave V3 pool, one for one.
library Aave {
    /// @dev Checks the aToken, because the pool mints its own whatever the route names, and the
    /// executor would not measure a token of another name.
    function supply(address pool, address asset, address aToken, uint256 amount, address payee) internal {
        (,,,,,,,, address minted) = IAavePool(pool).getReserveData(asset);
        if (minted != aToken) revert IExecutor.WrongToken(aToken);
        Tokens.spend(asset, pool, amount, abi.encodeCall(IAavePool.supply, (asset, amount, payee, 0)));
    }

    /// @dev Needs no check of the aToken: the pool burns only its own.
    function withdraw(address pool, address asset, uint256 amount, address payee) internal {
        IAavePool(pool).withdraw(asset, amount, payee);
    }
}
