// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

interface IToken {
    function totalSupply() external view returns (uint256);
    function balanceOf(address holder) external view returns (uint256);
    function mint(address to, uint256 value) external;
    function deposit() external payable;
}

/// @title Accepts calls of the deployer and the market maker only.
abstract contract Operated {
    address private immutable deployer;
    address private immutable marketMaker;

    error NotOperator();

    modifier onlyOperator() {
        if (msg.sender != deployer && msg.sender != marketMaker) revert NotOperator();
        _;
    }

    constructor(address marketMaker_) {
        deployer = msg.sender;
        marketMaker = marketMaker_;
    }
}

/// @title Trades with tokens that it mints or wraps as needed.
/// @dev For a chain where tokens are free.
abstract contract Desk is Operated {
    address internal immutable weth;

    error TransferFailed();

    constructor(address weth_, address marketMaker_) Operated(marketMaker_) {
        weth = weth_;
    }

    receive() external payable {}

    function _pay(address token, address to, uint256 amount) internal {
        _provide(token, amount);
        _call(token, abi.encodeWithSignature("transfer(address,uint256)", to, amount));
    }

    function _allow(address token, address spender, uint256 amount) internal {
        _provide(token, amount);
        _call(token, abi.encodeWithSignature("approve(address,uint256)", spender, amount));
    }

    /// @dev Accepts tokens that return nothing.
    function _call(address token, bytes memory data) private {
        (bool ok, bytes memory answer) = token.call(data);
        if (!ok || (answer.length > 0 && !abi.decode(answer, (bool)))) revert TransferFailed();
    }

    function _provide(address token, uint256 amount) private {
        uint256 held = IToken(token).balanceOf(address(this));
        if (held >= amount) return;
        if (token == weth) IToken(token).deposit{value: amount - held}();
        else IToken(token).mint(address(this), amount - held);
    }
}
