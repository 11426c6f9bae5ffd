// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IBalancerVault} from "./External.sol";
import {Tokens} from "./Tokens.sol";

/// @title Swaps in one pool of a trusted Balancer V2 vault.
/// @dev Pools may be hostile, because anyone registers them. Only the vault moves tokens, and a
/// pool that pays too little fails the minimum.
library Balancer {
    function sell(address vault, bytes32 poolId, address tokenIn, address tokenOut, uint256 amount, address payee)
        internal
    {
        IBalancerVault.SwapKind kind = IBalancerVault.SwapKind.GIVEN_IN;
        _swap(vault, IBalancerVault.SingleSwap(poolId, kind, tokenIn, tokenOut, amount, ""), amount, 0, payee);
    }

    /// @param most the vault may take
    function buy(
        address vault,
        bytes32 poolId,
        address tokenIn,
        address tokenOut,
        uint256 amount,
        uint256 most,
        address payee
    ) internal {
        IBalancerVault.SwapKind kind = IBalancerVault.SwapKind.GIVEN_OUT;
        _swap(vault, IBalancerVault.SingleSwap(poolId, kind, tokenIn, tokenOut, amount, ""), most, most, payee);
    }

    /// @notice Returns the amount of tokenIn that the vault takes for `amount` of tokenOut.
    function price(address vault, bytes32 poolId, address tokenIn, address tokenOut, uint256 amount)
        internal
        returns (uint256)
    {
        IBalancerVault.BatchSwapStep[] memory steps = new IBalancerVault.BatchSwapStep[](1);
        steps[0] = IBalancerVault.BatchSwapStep(poolId, 0, 1, amount, "");
        address[] memory assets = new address[](2);
        (assets[0], assets[1]) = (tokenIn, tokenOut);
        IBalancerVault.SwapKind kind = IBalancerVault.SwapKind.GIVEN_OUT;
        return uint256(IBalancerVault(vault).queryBatchSwap(kind, steps, assets, _funds(address(this)))[0]);
    }

    function _swap(
        address vault,
        IBalancerVault.SingleSwap memory single,
        uint256 allowed,
        uint256 limit,
        address payee
    ) private {
        bytes memory data = abi.encodeCall(IBalancerVault.swap, (single, _funds(payee), limit, block.timestamp));
        Tokens.spend(single.assetIn, vault, allowed, data);
    }

    function _funds(address payee) private view returns (IBalancerVault.FundManagement memory) {
        return IBalancerVault.FundManagement({
            sender: address(this),
            fromInternalBalance: false,
            recipient: payee,
            toInternalBalance: false
        });
    }
}
